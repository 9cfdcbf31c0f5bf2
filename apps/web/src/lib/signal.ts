/** The smallest observable: a list of listeners. */
export interface Signal<T> {
  emit(value: T): void;
  /** Returns a function that stops listening. */
  listen(listener: (value: T) => void): () => void;
}

export function createSignal<T>(): Signal<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    emit(value) {
      for (const listener of [...listeners]) listener(value);
    },
    listen(listener) {
      // A separate entry: the same function may listen twice and stop once.
      const entry = (value: T) => listener(value);
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
  };
}
