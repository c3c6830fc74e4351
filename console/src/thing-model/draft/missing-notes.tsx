import type { Missing } from '@brigade/contract/thing-model/model-draft.model.ts'
import { missingWords } from '@brigade/contract/thing-model/thing-model.text.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import css from './draft.module.css'
import { draftFunctionsText } from './draft.text.ts'

type Props = {
  missing: readonly Missing[]
  nameOf: (identifier: string) => string
  onShow: (identifier: string) => void
}

const shownAtMost = 6

/** Each note names a reason that blocks publishing and links to its function. */
export function MissingNotes({ missing, nameOf, onShow }: Props) {
  const w = useWords(draftFunctionsText)
  const locale = useLocale()
  const ofFunctions = missing.filter(({ identifier }) => identifier !== '')
  if (ofFunctions.length === 0) return null
  const more = ofFunctions.length - shownAtMost
  return (
    <section className={css.missing} aria-label={w.missingTitle({ count: ofFunctions.length })}>
      <p>
        <StateShape name="error" />
        <b>{w.missingTitle({ count: ofFunctions.length })}</b>
      </p>
      <ul>
        {ofFunctions.slice(0, shownAtMost).map(({ reason, identifier, path }) => (
          <li key={`${path} ${reason}`}>
            <button type="button" onClick={() => onShow(identifier)}>
              {nameOf(identifier)}
            </button>
            <span>{missingWords[reason][locale]}</span>
          </li>
        ))}
        {more > 0 ? <li>{w.missingMore({ count: more })}</li> : null}
      </ul>
    </section>
  )
}
