/** The smallest observable: a list of listeners. */
export interface Signal<T> {
  emit(value: T): void;
  /** Returns the way to stop listening. */
  listen(listener: (value: T) => void): () => void;
}

export function createSignal<T>(): Signal<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    emit(value) {
      for (const listener of [...listeners]) listener(value);
    },
    listen(listener) {
      // An entry of its own: the same function may listen twice, and one of the two stop.
      const entry = (value: T) => listener(value);
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
  };
}
