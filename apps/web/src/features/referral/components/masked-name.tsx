/** A masked name or address: where there is no room for all of it, it breaks before the @ and not within the mask. */
export function MaskedName({ children }: { readonly children: string }) {
  const at = children.lastIndexOf('@');
  if (at < 0) return <span className="nowrap">{children}</span>;
  return (
    <>
      <span className="nowrap">{children.slice(0, at)}</span>
      <wbr />
      {children.slice(at)}
    </>
  );
}
