// By hand, a second time: what the contract of legal declares, and where its members’ data is.
import type { SampleRequest } from '#test/gates/matrix/sample-requests.ts'
import { administrators, members, type Proof } from '#test/gates/proof.ts'

/** A text by an administrator who read this version of the page. */
const saveText =
  (age: number): SampleRequest =>
  async ({ app, serial }) => {
    const { version } = await app.database.query
      .selectFrom('legal_texts')
      .select('version')
      .where('page', '=', 'care')
      .executeTakeFirstOrThrow()
    const body = { version: version - age, mode: 'added', text: `Breathe out, ${serial} times.` }
    return { path: '/api/admin/legal-texts/care', body }
  }

/** An undo of the page's last change, made before this moment. */
const undoText =
  (hasChange: boolean): SampleRequest =>
  async ({ app }) => {
    const previous = { mode: 'shipped', text: '', responsible: '' }
    const { version } = await app.database.query
      .updateTable('legal_texts')
      .set({
        text: 'Breathe in.',
        previous: hasChange ? JSON.stringify(previous) : null,
        changedAt: hasChange ? new Date(app.clock.now()) : null,
      })
      .where('page', '=', 'privacy')
      .returning('version')
      .executeTakeFirstOrThrow()
    return { path: '/api/admin/legal-texts/privacy/undo', body: { version } }
  }

const acceptTerms =
  (age: number): SampleRequest =>
  async ({ app }) => {
    await app.app.platform.community.refresh()
    return { body: { version: app.app.platform.community.settings().termsVersion - age } }
  }

/** The fields of the legal texts. */
const legalTextFields = `
  chatDays members processors texts[].hasPlaceholder texts[].mode texts[].page texts[].responsible
  texts[].shipped texts[].text texts[].translations.de texts[].translations.en texts[].translations.es
  texts[].translations.pt-BR texts[].undoUntil texts[].version`

export const proof: Proof = {
  calls: {
    'GET /api/admin/legal-texts': {
      responses: administrators('200'),
      fields: legalTextFields,
    },
    'PUT /api/admin/legal-texts/:page': {
      responses: administrators('200'),
      fields: legalTextFields,
      limits: [{ per: 'caller', max: 30, within: 1 }],
      request: saveText(0),
    },
    'PUT /api/admin/legal-texts/:page that another administrator changed': {
      responses: administrators('409 changed_meanwhile'),
      request: saveText(1),
    },
    'PUT /api/admin/legal-texts/:page that doesn’t exist': {
      responses: administrators('400 invalid'),
      request: () => ({
        path: '/api/admin/legal-texts/imprint',
        body: { version: 1, mode: 'shipped', text: '' },
      }),
    },
    'POST /api/admin/legal-texts/:page/undo': {
      responses: administrators('200'),
      fields: legalTextFields,
      limits: [{ per: 'caller', max: 30, within: 1 }],
      request: undoText(true),
    },
    'POST /api/admin/legal-texts/:page/undo without a change': {
      responses: administrators('409 nothing_to_undo'),
      request: undoText(false),
    },
    'PUT /api/user/terms': {
      responses: members('200', { I: '200' }),
      fields: `
        createdAt email emailCorrectedAt id isAdmin isGardenAngel isUnlisted language mayHost mustAcceptTerms name
        pendingEmail profileCompleted profilePicture`,
      limits: [{ per: 'caller', max: 20, within: 1 }],
      request: acceptTerms(0),
    },
    'PUT /api/user/terms of an older version': {
      responses: members('409 terms_changed', { I: '409 terms_changed' }),
      request: acceptTerms(1),
    },
  },
  memberData: {
    fields: 'terms.accepted[].acceptedAt terms.accepted[].text terms.accepted[].version',
    exported: { terms_acceptances: { at: ['terms.accepted'], left: 'userId', why: 'the caller' } },
    notExported: {
      legal_texts: 'no member’s data',
      terms_versions: 'no member’s data; the accepted texts are under terms.accepted',
    },
    insertCanary: async ({ database, clock }, { canary }) => {
      await database.query
        .insertInto('terms_acceptances')
        .values({ userId: canary.userId, version: 1, acceptedAt: new Date(clock.now()) })
        .execute()
    },
  },
}
