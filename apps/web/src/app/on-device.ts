import { startWorker } from '#features/installed/api/worker.ts';
import { keepFirstScreen } from './first-screen.ts';

/** Keeps the app and what its first screen shows on this device, and shows it where there is no server to ask. */
export function startOnDevice(): void {
  keepFirstScreen();
  void startWorker();
}
