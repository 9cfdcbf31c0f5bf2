import path from 'node:path';
import type { Checkpoint } from '@tallystick/verify/checkpoint';
import { leafHash } from '@tallystick/verify/merkle';
import { GrowingTree, readBundle, TILE_WIDTH, tilePath, tileWidth } from '@tallystick/verify/tiles';
import { readIfThere } from './files.ts';

/**
 * Whether a smaller head is only an older one of the log that the folder holds: its entries, those of the head `kept`, begin with
 * the tree of the smaller one. Needs the memory of one bundle.
 */
export async function isOlderHead(folder: string, head: Checkpoint, kept: Checkpoint): Promise<boolean> {
  const tree = new GrowingTree();
  const roots = new Map<number, string>();
  for (let index = 0; index * TILE_WIDTH < kept.size; index++) {
    const width = tileWidth(0, index, kept.size);
    const bytes = await readIfThere(path.join(folder, tilePath('entries', index, width)));
    const entries = bytes === null ? null : readBundle(bytes);
    if (entries?.length !== width) return false;
    for (const entry of entries) {
      tree.add(leafHash(entry));
      if (tree.size === head.size || tree.size === kept.size) {
        roots.set(tree.size, Buffer.from(tree.root()!).toString('hex'));
      }
    }
  }
  return roots.get(head.size) === head.root && roots.get(kept.size) === kept.root;
}
