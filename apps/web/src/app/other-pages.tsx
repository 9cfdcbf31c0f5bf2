import { Route, Routes } from 'react-router';
import { notFound, otherRoutes } from './other-routes.ts';
import { LoginGuard } from './shell/login-guard.tsx';

export { otherPage } from './other-routes.ts';

/** The page of the address, if it is not home, or the page for unknown addresses. */
export function OtherPages() {
  const NotFound = notFound.Component;
  return (
    <Routes>
      {otherRoutes.map(({ path, page: { Component }, guarded }) => (
        <Route
          key={path}
          path={path}
          element={
            guarded ? (
              <LoginGuard>
                <Component />
              </LoginGuard>
            ) : (
              <Component />
            )
          }
        />
      ))}
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
