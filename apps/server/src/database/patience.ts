/** Resolves or rejects as the promise does, or rejects when `withinMs` have passed before; what it waits for goes on. */
export async function patiently<Result>(
  promise: Promise<Result>,
  withinMs: number,
  late: () => Error,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), withinMs);
  });
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}
