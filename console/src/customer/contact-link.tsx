import { emptyValue } from '../platform/format.ts'

/** The contact person, and a telephone number as a link. */
export function ContactLink({ of: { principal, contact } }: { of: Readonly<{ principal: string; contact: string }> }) {
  const number = contact.replaceAll(/[^+\d]/g, '')
  return principal === '' && contact === '' ? (
    emptyValue
  ) : (
    <>
      {[principal, ...(number.length < 5 ? [contact] : [])].filter((part) => part !== '').join(' · ')}
      {number.length < 5 ? null : (
        <>
          {principal === '' ? '' : ' · '}
          <a href={`tel:${number}`}>{contact}</a>
        </>
      )}
    </>
  )
}
