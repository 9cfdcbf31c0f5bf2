/** How many random histories a property tries: `npm run hunt -- --histories N` asks for more. */
export function histories(usual: number): number {
  const asked = process.env['TEST_HISTORIES'];
  return asked === undefined ? usual : Number(asked);
}
