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
    depositReversal: 'Depósito revertido',
    goodwill: 'Compensación',
    rebate: 'Recompensa por invitación',
    dustConversion: 'Saldo pequeño convertido',
    launchPayment: 'Pago de una suscripción',
    launchRefund: 'Suscripción devuelta',
    launchRelease: 'Liberado de una suscripción',
    perpetualTrade: 'Operación de contrato',
    perpetualFunding: 'Financiación',
    perpetualLiquidation: 'Liquidación',
    perpetualDeleveraging: 'Reducción automática',
    perpetualOffset: 'Posiciones compensadas',
    trustInterest: 'Interés de depósitos',
    trustRedemption: 'Penalización por rescate',
    optionPurchase: 'Compra de opción',
    optionPayout: 'Opción ganada',
    optionRefund: 'Opción reembolsada',
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
