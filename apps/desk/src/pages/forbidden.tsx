import { PERMISSIONS, type Permission } from '@tallystick/protocol/desk/roles';
import { t, type TextKey } from '#i18n/texts.ts';
import { Page } from '#ui/page.tsx';

/** For links to pages without the right to see them: names the role that has it, so that operators know whom to ask. */
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
