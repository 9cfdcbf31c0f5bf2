import type { Stepwise } from '@tallystick/core/stepwise';

/** So long at a time: a frame of the screen takes 16 ms. */
const SLICE_MS = 8;

/** Finishes long work a little at a time, so that the page answers meanwhile. Throws the reason when it is aborted. */
export async function inSlices<T>(work: Stepwise<T>, signal: AbortSignal): Promise<T> {
  for (let until = performance.now() + SLICE_MS; ;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() < until) continue;
    await othersFirst();
    signal.throwIfAborted();
    until = performance.now() + SLICE_MS;
  }
}

/** A message and no timer: browsers delay timers by 4 ms each time. */
function othersFirst(): Promise<void> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel();
    const arrived = (): void => {
      port1.close();
      resolve();
    };
    port1.addEventListener('message', arrived, { once: true });
    port1.start();
    port2.postMessage(null);
  });
}
