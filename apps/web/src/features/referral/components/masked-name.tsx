/** A masked name or address: if it is too long, it breaks before the @ and not within the mask. */
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
