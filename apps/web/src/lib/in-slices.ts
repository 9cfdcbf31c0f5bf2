import type { Stepwise } from '@tallystick/core/stepwise';

/** Duration of a slice: a frame of the screen takes 16 ms. */
const SLICE_MS = 8;

/** Runs long work in slices, so that the page stays responsive. Throws the reason when it is aborted. */
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

/** Uses a message, not a timer, because browsers delay each timer by 4 ms. */
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
