import type { AppBuild } from './build.ts';
import type { WorkerScope } from './scope.ts';
import { AppWorker } from './worker.ts';

/** Inserted by the build: see installable/worker-plugin.ts. */
declare const APP_BUILD: AppBuild;

new AppWorker(globalThis as unknown as WorkerScope, APP_BUILD).start();
