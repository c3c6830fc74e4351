import { pointsIn } from '@brigade/contract/letters/points.rules.ts'
import { versionLimits, type Difference } from '@brigade/contract/thing-model/model-draft.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { TextField } from '../../ui/field/text-field.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { Grid, Row, Text } from '../../ui/layout/layout.tsx'
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

/** Name and notes of the version that will be published, beside the published one. */
export function VersionFields({ difference, name, note, nameError, noteError, onName, onNote }: Props) {
  const w = useWords(publishText)
  const { before, after, draft } = difference
  const wrong = [nameError, noteError].filter((message) => message !== undefined)
  return (
    <>
      <Grid gap="24" padding="12 16" align="center" border="line" radius="m" ground="canvas" className={css.versions}>
        <Grid align="center" className={css.version}>
          <Text marginBottom="4" size="xs" line="16" weight="500" tone="ink-3" across>
            {w.publishedNow}
          </Text>
          {before.version === null ? (
            <Text size="l" line="32" weight="600">
              {w.none}
            </Text>
          ) : (
            <>
              <Text size="l" line="32" weight="600">
                {before.version.name}
              </Text>
              <Made count={before.version.functions} who={before.version.publishedBy} at={before.version.publishedAt} />
            </>
          )}
        </Grid>
        <Text tone="ink-3">
          <Icon name="arrow-right" size="large" />
        </Text>
        <Grid align="end" className={css.nameField}>
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
        </Grid>
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
      </Grid>
      {wrong.map((message) => (
        <Row.p key={message} gap="6" align="center" paddingTop="8" size="xs" tone="bad" role="alert">
          <StateShape name="error" size="tiny" />
          {message}
        </Row.p>
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
