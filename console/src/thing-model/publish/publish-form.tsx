import { messagesByPath } from '@brigade/contract/field-message.ts'
import { fieldText } from '@brigade/contract/field.text.ts'
import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { Publish, type Difference } from '@brigade/contract/thing-model/model-draft.model.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { thingModelText } from '@brigade/contract/thing-model/thing-model.text.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, type FormEvent } from 'react'
import type { z } from 'zod'
import { CallError } from '../../platform/call-error.ts'
import { call } from '../../platform/call.ts'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { toastDone } from '../../platform/toast.ts'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { WorkBody } from '../../ui/dialog/work-dialog.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { staleAfterModel } from '../stale-after-model.ts'
import { DifferencePanel } from './difference-panel.tsx'
import { differenceRows, newSince } from './difference-rows.ts'
import { DraftFunctions } from './draft-functions.tsx'
import { MissingList } from './missing-list.tsx'
import { PublishFoot } from './publish-foot.tsx'
import css from './publish.module.css'
import { publishText } from './publish.text.ts'
import { suggestVersion } from './suggest-version.ts'
import { VersionFields } from './version-fields.tsx'

/** A null `name` means the suggested one. */
export type Typed = Readonly<{ name: string | null; note: string }>

type Props = {
  product: ProductDetail
  difference: Difference
  compareAgain: () => Promise<unknown>
  /** Keeps this difference on screen despite newer ones; null ends it. */
  onHold: (difference: Difference | null) => void
  typed: Typed
  onType: (typed: Typed) => void
  onPublished: () => void
  onClose: () => void
}

/** Shows the draft before it is published. Changes made meanwhile are marked as new, and nothing typed is lost. */
export function PublishForm({ product, difference, compareAgain, onHold, typed, onType, onPublished, onClose }: Props) {
  const w = useWords(publishText)
  const locale = useLocale()
  const [seen] = useState(difference)
  const [acceptedAt, setAcceptedAt] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const sending = usePublish(onPublished, compareAgain)
  const { refused, isBusy } = sending

  const rows = useMemo(() => differenceRows(difference), [difference])
  const fresh = useMemo(() => newSince(seen, difference), [seen, difference])
  const breaking = rows.filter((row) => row.breaking.length > 0).length
  const last = difference.before.version
  const name = typed.name ?? suggestVersion(last, breaking > 0)
  const updatedAt = difference.draft?.updatedAt ?? ''
  const isAccepted = acceptedAt === updatedAt
  const isChangedSince = seen.draft?.updatedAt !== difference.draft?.updatedAt

  const body = { productId: product.id, name, note: typed.note, draftUpdatedAt: updatedAt, acceptBreaking: isAccepted }
  const checked = Publish.safeParse(body)
  const wrong: Readonly<Record<string, string | undefined>> = checked.success
    ? {}
    : messagesByPath(checked.error.issues, locale, { ...fieldText, ...thingModelText })
  const isOfName =
    refused !== null && (refused.fields['name'] !== undefined || refused.key === 'thingModel.versionTaken')
  const nameError =
    isTried && wrong['name'] !== undefined ? wrong['name'] : isOfName ? refused.messageIn(locale) : undefined

  const publish = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    setTried(true)
    sending.clear()
    if (!checked.success || difference.missing.length > 0 || (breaking > 0 && !isAccepted)) return
    onHold(difference)
    await sending.send(checked.data).finally(() => onHold(null))
  }
  const type = (next: Partial<Typed>): void => {
    sending.clear()
    onType({ ...typed, ...next })
  }

  return (
    <form onSubmit={(event) => void publish(event)} noValidate>
      <WorkBody label={w.work}>
        {isOfName || (isChangedSince && refused?.key === 'thingModel.changedMeanwhile') ? null : (
          <RefusedNote message={refused} />
        )}
        {isChangedSince ? <ChangedNote draft={difference.draft} added={fresh.size} /> : null}
        {difference.missing.length === 0 ? null : (
          <MissingList productId={product.id} missing={difference.missing} model={difference.after.model} />
        )}
        <VersionFields
          difference={difference}
          name={name}
          note={typed.note}
          nameError={nameError}
          noteError={wrong['note']}
          onName={(next) => type({ name: next })}
          onNote={(note) => type({ note })}
        />
        <DifferencePanel
          product={product}
          rows={rows}
          fresh={isChangedSince ? fresh : undefined}
          beforeTitle={last === null ? w.notPublished : w.published({ name: last.name })}
          afterTitle={name === '' ? w.draftOnly : w.draft({ name })}
        />
        <DraftFunctions model={difference.after.model} rows={rows} />
      </WorkBody>
      <PublishFoot
        name={name}
        last={last?.name ?? null}
        breaking={breaking}
        missing={difference.missing.length}
        isAccepted={isAccepted}
        onAccept={(isOn) => setAcceptedAt(isOn ? updatedAt : null)}
        isBusy={isBusy}
        onClose={onClose}
      />
    </form>
  )
}

/** Publishes the draft. After a refusal for a change of somebody else the draft is compared again. */
function usePublish(onPublished: () => void, compareAgain: () => Promise<unknown>) {
  const w = useWords(publishText)
  const client = useQueryClient()
  const [refused, setRefused] = useState<CallError | null>(null)
  const [isBusy, setBusy] = useState(false)
  return {
    refused,
    isBusy,
    clear: (): void => setRefused(null),
    send: async (body: z.output<typeof Publish>): Promise<void> => {
      setBusy(true)
      try {
        await call(thingModelApi.publish, body, { quiet: true })
        toastDone(w.done({ name: body.name }))
        onPublished()
        // The reads become stale only now: the open dialog would compare again, and find nothing to publish.
        void staleAfterModel(client)
      } catch (error) {
        setRefused(error instanceof CallError ? error : null)
        if (error instanceof CallError && error.status === 409) await compareAgain()
      } finally {
        setBusy(false)
      }
    },
  }
}

type NoteProps = { draft: Difference['draft']; added: number }

function ChangedNote({ draft, added }: NoteProps) {
  const w = useWords(publishText)
  if (draft === null) return null
  const { updatedBy, updatedAt } = draft
  return (
    <Row gap="8" marginBottom="16" radius="s" ground="info-soft" className={css.note} role="alert">
      <Icon name="info" />
      <span>
        {w.meanwhile({ who: updatedBy === '' ? w.somebody : updatedBy, time: formatTime(updatedAt) })}
        {w.sentenceGap}
        {w.meanwhileNew({ count: added })}
      </span>
    </Row>
  )
}
