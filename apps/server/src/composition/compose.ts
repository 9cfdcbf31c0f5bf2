import type { Module } from '../module/module.ts';
import type { RegisterCall } from '../http/call-router.ts';
import { ModuleRunner } from '../module/runner.ts';
import { defineModule } from '../module/module.ts';
import { createDesk } from '../modules/desk/module.ts';
import { createOwnData } from '../modules/own-data/module.ts';
import { requireAcceptance } from '../modules/document/risk-routes.ts';
import { createGate } from '../settings/gate.ts';
import { composeAccess } from './access.ts';
import { composeBase, type Foundation } from './foundation.ts';
import { composeHelp } from './help.ts';
import { composeMoney } from './money.ts';
import { composeIdentification } from './identification.ts';
import { composeProducts } from './products.ts';
import { composeNotifications } from './notifications.ts';

/** The services of all modules, for parts of the server that are not modules. */
export type Parts = Awaited<ReturnType<typeof composeParts>>;

/** All modules, connected with each other. Nothing runs until the runner starts it. */
export type Services = Awaited<ReturnType<typeof compose>>;

/**
 * Composes the modules of a server, a test or a benchmark.
 *
 * @param others modules of this process alone; they run after all others except the desk's alerts.
 */
export async function compose(
  foundation: Foundation,
  others: (parts: Parts) => readonly Module[] = () => [],
) {
  const parts = await composeParts(foundation);
  const { desk, feed, documents, firstAnswers } = parts;
  const runner = new ModuleRunner([
    ...parts.modules,
    ...others(parts),
    // Not before prices: at the start every index is old.
    defineModule({
      name: 'desk-alert',
      start: () => desk.alerts.start(),
      forgetOld: () => desk.alerts.forgetOld(),
    }),
  ]);
  runner.subscribe(feed);
  for (const queue of runner.queues()) desk.addQueue(queue);
  return {
    ...parts,
    runner,
    /** What is closed to customers at the moment. */
    gate: createGate(parts.settings, runner.begins, () => foundation.priceLog.publisher.fault !== null),
    registerCalls: (register: RegisterCall) =>
      runner.calls(requireAcceptance(documents, firstAnswers.around(register))),
  };
}

/** Area by area: each gets the earlier ones that it depends on. */
async function composeParts(foundation: Foundation) {
  const base = composeBase(foundation);
  const access = await composeAccess(base);
  const notifications = await composeNotifications(base, access);
  const identification = composeIdentification(base, access, notifications);
  const products = composeProducts(base, access, notifications, identification);
  const money = composeMoney(base, access, notifications, identification);
  const help = composeHelp(base, access, notifications, identification);
  const ownData = createOwnData({
    ...base,
    ...access,
    ...products,
    sealedPictures: identification.sealedPictures,
    passwordProof: access.security.passwordProof,
  });
  const services = {
    ...access,
    ...notifications,
    ...identification,
    ...products,
    ...money,
    ...help,
    ownData: ownData.service,
  };
  const { security, option } = services;
  const areas = [access, notifications, identification, products, money, help];
  const modules: Module[] = [...areas.flatMap<Module>(area => area.modules), ownData];
  const desk = createDesk({
    ...base,
    ...services,
    holds: security.holds,
    freezes: security.freezes,
    loginLinks: security.loginLinks,
    practice: option,
    limits: option.limits,
    deposits: services.money.deposits,
    withdrawals: services.money.withdrawals,
    pushes: services.push.outbox,
    kinds: {
      ...services.kinds,
      ...services.corrections.kinds,
      ...services.reserves.kinds,
      ...services.books.kinds,
    },
    async settingsChanged() {
      for (const module of modules) await module.settingsChanged?.();
    },
  });
  return {
    ...base,
    ...services,
    desk,
    modules: [...modules, desk],
  };
}
