import { startWorker } from '#features/installed/api/worker.ts';
import { keepFirstScreen } from './first-screen.ts';

/** Stores the app and its first screen on this device, and shows them when the server cannot be reached. */
export function startOnDevice(): void {
  keepFirstScreen();
  void startWorker();
}
