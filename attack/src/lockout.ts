import { SoftwareKey } from '@tallystick/server/modules/security/testing/software-key';
import { runServer } from '@tallystick/server/testing/run-server';
import type { Attack, AttackOptions, Check } from './attack.ts';
import { medianMs, PasswordGuessing } from './lockout/password-guessing.ts';
import { Caller, type Answer } from '@tallystick/server/testing/caller';

const OWNER = { kind: 'email', account: 'owner@example.com' } as const;
const NOBODY = { kind: 'email', account: 'nobody@example.com' } as const;
const PASSWORD = 'the right password';
const OPERATOR = { name: 'compliance', password: 'tally-desk' };
/** Guesses that strangers may make at once, and the time until one more is allowed: see docs/decisions/0034. */
const BURST = 10;
const ONE_MORE_MS = 30 * 60_000;
/** Right and wrong passwords whose response times are compared, in a long and in a short run. */
const PAIRS = 60;
const PAIRS_IN_SHORT = 20;
/** Largest relative difference, wide for busy machines: without a password check answers are ten times as fast. */
const MOST_APART = 0.7;
const HOME = '203.0.113.5';
const OFFICE = '203.0.113.6';
/** Time between logins of the owners: an address may log in thirty times a minute. */
const VISIT_EVERY_MS = 4_000;

export const lockout: Attack = {
  summary: 'strangers from ever new addresses guess at a customer and an operator, who want to log in',
  async run({ seconds, newFolder }: AttackOptions): Promise<readonly Check[]> {
    const data = await newFolder();
    try {
      const server = await runServer({ dataDir: data.path, env: { TRUST_PROXY: '1', DEMO_TRADERS: '0' } });
      try {
        return await guessPasswords(server.url, seconds ?? 60, seconds === null ? PAIRS : PAIRS_IN_SHORT);
      } finally {
        await server.stop();
      }
    } finally {
      await data.remove();
    }
  },
};

async function guessPasswords(url: string, seconds: number, pairs: number): Promise<readonly Check[]> {
  const beganMs = performance.now();
  const guessing = new PasswordGuessing(url);
  const [home, office] = [new Caller(url, { address: HOME }), new Caller(url, { address: OFFICE })];
  const key = await registerOwner(home);
  await office.call('POST desk/login', OPERATOR);

  const visits = { home: 0, office: 0, refused: [] as (string | number)[] };
  const seen = await guessing.run(
    {
      // Every third guess is right: it must look like the others.
      customer: (who, n) =>
        who.send('POST user/login', { ...OWNER, password: n % 9 === 0 && n > 60 ? PASSWORD : `guess ${n}` }),
      operator: (who, n) => who.send('POST desk/login', { ...OPERATOR, password: `guess ${n}` }),
      nobody: (who, n) => who.send('POST user/login', { ...NOBODY, password: `guess ${n}` }),
    },
    seconds,
    async () => {
      for (const [where, answer] of [
        ['home', await home.send('POST user/login', { ...OWNER, password: PASSWORD })],
        ['office', await office.send('POST desk/login', OPERATOR)],
      ] as const) {
        if (answer.code === 1) visits[where]++;
        else visits.refused.push(answer.code);
      }
      await new Promise(resolve => setTimeout(resolve, VISIT_EVERY_MS));
    },
  );
  const most = BURST + Math.ceil((performance.now() - beganMs) / ONE_MORE_MS);
  return [
    ...[...seen].map(([login, answers]) => bounded(login, answers, most)),
    {
      promise: "the owner's and the operator's known devices log in during the guessing",
      seen: `${visits.home} and ${visits.office} times, refused ${visits.refused.length} times`,
      held: visits.home > 0 && visits.office > 0 && visits.refused.length === 0,
    },
    ...(await looksAlike(guessing, pairs)),
    await passesByLink(guessing),
    await passesByPasskey(guessing, key),
  ];
}

/** The owner registers at home and adds a passkey. */
async function registerOwner(home: Caller): Promise<SoftwareKey> {
  const { demo_code: code } = await home.call('POST sms_mail', { email: OWNER.account, purpose: 'register' });
  const passwords = { password: PASSWORD, re_password: PASSWORD };
  const registration = { ...OWNER, ...passwords, code: code ?? '', agreement: true } as const;
  const { token } = await home.call('POST user/register', registration);
  const owner = new Caller(home.url, { address: HOME, token });
  const { options } = await owner.call('POST user/passkey_options', { password: PASSWORD });
  const key = new SoftwareKey('http://localhost');
  await owner.call('POST user/passkey_add', { credential: key.create(options), name: 'Phone' });
  return key;
}

function bounded(login: string, answers: readonly Answer[], most: number): Check {
  const count = (code: string | number) => answers.filter(answer => answer.code === code).length;
  const [checked, limited] = [count('login_failed') + count(1), count('login_limited')];
  return {
    promise: `of all strangers' guesses at ${login}, however many, ${most} are checked at most`,
    seen: `${checked} of ${answers.length}, ${limited} had the one answer`,
    held: checked <= most && count(1) === 0 && limited === answers.length - checked,
  };
}

async function looksAlike(guessing: PasswordGuessing, pairs: number): Promise<Check[]> {
  const right: Answer[] = [];
  const wrong: Answer[] = [];
  const unknown: Answer[] = [];
  for (let i = 0; i < pairs; i++) {
    const ask = (account: typeof OWNER | typeof NOBODY, password: string) =>
      guessing.stranger().send('POST user/login', { ...account, password });
    right.push(await ask(OWNER, PASSWORD));
    wrong.push(await ask(OWNER, 'a wrong password'));
    unknown.push(await ask(NOBODY, 'a wrong password'));
  }
  const looks = new Set([...right, ...wrong, ...unknown].map(({ status, text }) => `${status} ${text}`));
  const times = [right, wrong, unknown].map(medianMs);
  const apart = (Math.max(...times) - Math.min(...times)) / Math.max(...times);
  return [
    {
      promise: 'the right password, a wrong one and an account that does not exist have one answer',
      seen: `${looks.size} in ${3 * pairs}: ${[...looks].join(' | ').slice(0, 120)}`,
      held: looks.size === 1,
    },
    {
      promise: `and take as long (medians at most ${MOST_APART * 100} % apart)`,
      seen: `${times.map(ms => ms.toFixed(1)).join(', ')} ms, ${(apart * 100).toFixed(0)} % apart`,
      held: apart <= MOST_APART,
    },
  ];
}

async function passesByLink(guessing: PasswordGuessing): Promise<Check> {
  // Strangers ask first, as often as they can.
  const asked = [];
  for (let i = 0; i < 6; i++) asked.push(await guessing.stranger().send('POST user/login_link', OWNER));
  const links = asked.map(({ data }) => data['demo_link']).filter(link => typeof link === 'string');
  const phone = guessing.stranger();
  const token = links.at(-1)?.split('token=')[1] ?? '';
  const opened = await phone.send('POST user/login_link_open', { token });
  const inside = await phone.send('POST user/login', { ...OWNER, password: PASSWORD });
  const again = await guessing.stranger().send('POST user/login_link_open', { token });
  return {
    promise: 'the owner gets in on a new device by the newest mailed link, which opens once',
    seen: `${links.length} links sent to ${asked.length} askers; opened ${opened.code}, logged in ${inside.code}, again ${again.code}`,
    held: opened.code === 1 && inside.code === 1 && again.code === 'login_link_expired',
  };
}

async function passesByPasskey(guessing: PasswordGuessing, key: SoftwareKey): Promise<Check> {
  const phone = guessing.stranger();
  const { options } = await phone.call('POST user/passkey_login_options', {});
  const { code } = await phone.send('POST user/passkey_login', { credential: key.get(options) });
  return { promise: 'the passkey opens on a device that is new', seen: `answered ${code}`, held: code === 1 };
}
