import type { WorkerScope } from './scope.ts';
import { startWorker } from './worker.ts';

startWorker(globalThis as unknown as WorkerScope);
