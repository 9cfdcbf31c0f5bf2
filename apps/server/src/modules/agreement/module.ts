import type { WireSignedAgreement } from '@tallystick/protocol';
import { CallFailure } from '../../http/call-failure.ts';
import { defineModule } from '../../module/module.ts';
import { AgreementService, type AgreementOptions, type SignedAgreement } from './service.ts';
import { agreementHash, AGREEMENT_TEXTS, AGREEMENT_VERSION } from './texts/texts.ts';

/** The agreement that customers sign by hand. */
export function createAgreement(options: AgreementOptions) {
  const service = new AgreementService(options);
  return defineModule({
    name: 'agreement',
    calls(register) {
      register('GET contract/info', async (_input, { session, language }) => {
        const text = AGREEMENT_TEXTS[language];
        const signed = session === null ? null : await service.newestSignature(session.customerId);
        return {
          version: AGREEMENT_VERSION,
          lang: language,
          title: text.title,
          sections: text.sections.map(({ heading, paragraphs }) => ({
            heading,
            paragraphs: [...paragraphs],
          })),
          sha256: agreementHash(text),
          signed: signed === null ? null : wireSigned(signed),
        };
      });
      register('POST contract/add', async (input, { session, language }) => {
        if (!input.agreement) throw new CallFailure('agreement_required', { field: 'agreement' });
        return wireSigned(await service.sign(session.customerId, language, input, input.picture_id));
      });
    },
  });
}

function wireSigned(signed: SignedAgreement): WireSignedAgreement {
  const { version, language, sha256, pictureId, signedAtMs } = signed;
  return { version, lang: language, sha256, picture_id: pictureId, signed_at_ms: signedAtMs };
}
