import { describe, expect, test } from 'vitest';
import { cardInput, emptyCard, typeCard, validateCard, type CardForm } from './card-fields.ts';

const filled: CardForm = {
  ...emptyCard,
  holder: 'Nguyễn Văn A',
  card_number: '1234 5678 9012',
  bank_name: 'ธนาคารกรุงเทพ',
};

describe('what is wrong with a card', () => {
  test.each<[string, Partial<CardForm>, string[]]>([
    ['nothing', {}, []],
    [
      'everything',
      emptyCard,
      ['holder: holder_required', 'card_number: card_number_required', 'bank_name: bank_name_required'],
    ],
    ['a holder without a letter', { holder: '12' }, ['holder: holder_required']],
    ['a number that is too short', { card_number: '12-345' }, ['card_number: number_invalid']],
    ['a word for a number', { card_number: 'ABCDEFGH' }, ['card_number: number_invalid']],
    ['an IBAN', { card_number: 'DE89 3704 0044 0532 0130 00' }, []],
    ['a branch code too many', { swift: 'DEUTDEFF5' }, ['swift: swift_invalid']],
    ['a SWIFT code with a branch', { swift: 'deutdeff500' }, []],
    ['a Fedwire number', { swift: '021000021' }, []],
    [
      'an account abroad without SWIFT',
      { account_number: 'DE89370400440532013000' },
      ['swift: swift_required'],
    ],
    [
      'an account that is none',
      { swift: 'DEUTDEFF', account_number: '1234' },
      ['account_number: number_invalid'],
    ],
  ])('%s', (_, change, expected) => {
    const problems = validateCard({ ...filled, ...change });
    expect(problems.map(({ code, field }) => `${field}: ${code}`)).toEqual(expected);
  });
});

test('what is empty is not sent', () => {
  const form = typeCard(typeCard(filled, 'swift', ' DEUTDEFF '), 'branch', '  ');
  expect(cardInput(form)).toEqual({
    holder: 'Nguyễn Văn A',
    card_number: '1234 5678 9012',
    bank_name: 'ธนาคารกรุงเทพ',
    swift: 'DEUTDEFF',
  });
});
