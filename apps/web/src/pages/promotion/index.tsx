import { ComingPage } from '#features/coming/coming-page.tsx';
import { Invitation } from '#features/coming/invitation.tsx';
import { useSession } from '#lib/session.ts';

export function Page() {
  const session = useSession();
  return (
    <ComingPage feature="referral">
      {session ? <Invitation code={session.user.invitation_code} /> : null}
    </ComingPage>
  );
}
