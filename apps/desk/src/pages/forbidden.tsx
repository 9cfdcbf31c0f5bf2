import { PERMISSIONS, type Permission } from '@tallystick/protocol/desk/roles';
import { t, type TextKey } from '#i18n/texts.ts';
import { Page } from '#ui/page.tsx';

/** Somebody followed a link to what their role has no right to: whose it is, so that they know whom to ask. */
export function ForbiddenPage({ title, right }: { readonly title: TextKey; readonly right: Permission }) {
  const roles = PERMISSIONS[right].map(role => t(`roles.${role}`)).join(', ');
  return (
    <Page title={t(title)}>
      <p className="empty" role="alert">
        {t('states.forbidden', { roles })}
      </p>
    </Page>
  );
}
