import type { LedgerWords } from './words.ts';

export const ledger: LedgerWords = {
  account: {
    spot: 'Al contado',
    option: 'Opciones',
    contract: 'Contratos',
    trust: 'Depósitos',
  },
  reason: {
    faucet: 'Fondos de demostración',
    deposit: 'Depósito',
    deposit_reversal: 'Depósito revertido',
    goodwill: 'Compensación',
    rebate: 'Recompensa por invitación',
    dust_conversion: 'Saldo pequeño convertido',
    launch_payment: 'Pago de una suscripción',
    launch_refund: 'Suscripción devuelta',
    launch_release: 'Liberado de una suscripción',
    perpetual_trade: 'Operación de contrato',
    perpetual_funding: 'Financiación',
    perpetual_liquidation: 'Liquidación',
    perpetual_deleveraging: 'Reducción automática',
    perpetual_offset: 'Posiciones compensadas',
    trust_interest: 'Interés de depósitos',
    trust_redemption: 'Penalización por rescate',
    option_purchase: 'Compra de opción',
    option_payout: 'Opción ganada',
    option_refund: 'Opción reembolsada',
    withdrawal: 'Retiro',
    transfer: 'Transferencia',
    trade: 'Operación',
  },
  side: {
    buy: 'Compra',
    sell: 'Venta',
  },
  entry: {
    account: 'Cuenta',
    amount: 'Cantidad',
    balanceAfter: 'Saldo resultante',
    reference: 'Referencia',
  },
  deal: {
    pair: 'Par',
    price: 'Precio',
    fee: 'Comisión',
  },
};
