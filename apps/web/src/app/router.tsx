import { useLayoutEffect, useState, type ReactNode } from 'react';
import { Router, UNSAFE_createHashHistory as createHashHistory, type Navigator } from 'react-router';
import { goPages, leaveSheets } from '#lib/sheet-history.ts';

/**
 * The library's hash router, except that open sheets' history entries are removed before another page opens.
 */
export function AppRouter({ children }: { readonly children: ReactNode }) {
  const [history] = useState(() => createHashHistory({ v5Compat: true }));
  const [navigator] = useState<Navigator>(() => ({
    createHref: history.createHref,
    encodeLocation: history.encodeLocation,
    push: (to, state) => leaveSheets(() => history.push(to, state)),
    replace: (to, state) => leaveSheets(() => history.replace(to, state)),
    go: goPages,
  }));
  const [{ action, location }, setPlace] = useState({ action: history.action, location: history.location });
  useLayoutEffect(() => history.listen(setPlace), [history]);
  return (
    <Router location={location} navigationType={action} navigator={navigator} useTransitions={false}>
      {children}
    </Router>
  );
}
