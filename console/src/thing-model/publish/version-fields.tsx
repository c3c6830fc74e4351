import { pointsIn } from '@brigade/contract/letters/points.rules.ts'
import { versionLimits, type Difference } from '@brigade/contract/thing-model/model-draft.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { TextField } from '../../ui/field/text-field.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import css from './publish.module.css'
import { publishText } from './publish.text.ts'

type Props = {
  difference: Difference
  name: string
  note: string
  nameError: string | undefined
  noteError: string | undefined
  onName: (name: string) => void
  onNote: (note: string) => void
}

const countOf = ({ properties, events, services }: ThingModel): number =>
  properties.length + events.length + services.length

/** From the version that is published to the one that will be: its name, and what is new in it. */
export function VersionFields({ difference, name, note, nameError, noteError, onName, onNote }: Props) {
  const w = useWords(publishText)
  const { before, after, draft } = difference
  const wrong = [nameError, noteError].filter((message) => message !== undefined)
  return (
    <>
      <div className={css.versions}>
        <div className={css.version}>
          <span className={css.label}>{w.publishedNow}</span>
          {before.version === null ? (
            <span className={css.versionName}>{w.none}</span>
          ) : (
            <>
              <span className={css.versionName}>{before.version.name}</span>
              <Made count={before.version.functions} who={before.version.publishedBy} at={before.version.publishedAt} />
            </>
          )}
        </div>
        <span className={css.arrow}>
          <Icon name="arrow-right" size="large" />
        </span>
        <div className={css.nameField}>
          <TextField
            bare
            label={w.becomes}
            name="name"
            autoComplete="off"
            value={name}
            error={nameError}
            onChange={(event) => onName(event.currentTarget.value)}
          />
          <Made count={countOf(after.model)} who={draft?.updatedBy ?? ''} at={draft?.updatedAt} />
        </div>
        <div className={css.whatIsNew}>
          <TextField
            bare
            label={w.whatIsNew}
            name="note"
            autoComplete="off"
            startsFocused
            aside={`${pointsIn(note.trim())} / ${versionLimits.note}`}
            value={note}
            error={noteError}
            onChange={(event) => onNote(event.currentTarget.value)}
          />
        </div>
      </div>
      {wrong.map((message) => (
        <p key={message} className={css.wrong} role="alert">
          <StateShape name="error" size="tiny" />
          {message}
        </p>
      ))}
    </>
  )
}

function Made({ count, who, at }: { count: number; who: string; at: string | undefined }) {
  const w = useWords(publishText)
  const what = w.functions({ count })
  return (
    <small>
      {who === '' ? what : w.by({ what, who })}
      <br />
      {formatTime(at)}
    </small>
  )
}
