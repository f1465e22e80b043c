import { m } from '@duo/platform/i18n/messages.ts'
import { LegalList } from './legal-list.tsx'

/** LGPD art. 18 and 19 (II), GDPR art. 12 (3) and 15 to 22. */
export function PrivacyRights() {
  return (
    <>
      <p>{m.legal_rights_text()}</p>
      <LegalList
        lines={[
          m.legal_rights_access(),
          m.legal_rights_correct(),
          m.legal_rights_export(),
          m.legal_rights_erase(),
          m.legal_rights_object(),
          m.legal_rights_withdraw(),
          m.legal_rights_sharing(),
        ]}
      />
      <p>{m.legal_rights_term()}</p>
      <p>{m.legal_rights_authority()}</p>
    </>
  )
}
