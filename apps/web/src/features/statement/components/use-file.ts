import { useEffect, useRef, useState } from 'react';
import type { CallInput } from '@tallystick/protocol';
import { download } from '#lib/download.ts';
import { saveFile } from '#lib/save-file.ts';
import { showRefusal } from '#ui/toast.ts';

export type FileWish = CallInput<'GET statement/file'>;

/** Makes one file at a time, with progress, and keeps the last one for sharing. */
export function useFile() {
  const [bytes, setBytes] = useState<number>();
  const [last, setLast] = useState<File>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const cancel = () => {
    running.current?.abort();
    running.current = undefined;
    setBytes(undefined);
  };
  const fetchFile = async (wish: FileWish) => {
    cancel();
    const abort = new AbortController();
    running.current = abort;
    setLast(undefined);
    setBytes(0);
    try {
      const file = await download('GET statement/file', wish, { signal: abort.signal, onBytes: setBytes });
      saveFile(file);
      setLast(file);
    } catch (error) {
      if (!abort.signal.aborted) showRefusal(error);
    } finally {
      if (running.current === abort) cancel();
    }
  };
  return { bytes, last, cancel, fetchFile };
}
