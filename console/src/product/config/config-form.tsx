import { byteLength } from '@brigade/contract/byte-length.ts'
import { configApi } from '@brigade/contract/product/config/config.endpoints.ts'
import { mostConfigBytes, type ProductConfig } from '@brigade/contract/product/config/config.model.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useKept } from '../../platform/kept-work.ts'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useLocale, useWords, type Said } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { UnsavedGuard } from '../../shell/unsaved-guard.tsx'
import { Button } from '../../ui/button/button.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { EditClash } from '../../ui/form/edit-clash.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import css from './config.module.css'
import { configText } from './config.text.ts'
import { Difference } from '../../ui/json-text/difference.tsx'
import { JsonEditor } from '../../ui/json-text/json-editor.tsx'
import { jsonFault, type JsonFault } from '../../ui/json-text/json-fault.ts'

export type Typed = { from: ProductConfig; content: string }
type Props = {
  config: ProductConfig
  typed: Typed | null
  onType: (typed: Typed | null) => void
  mayEdit: boolean
}

const firstContent = '{\n  \n}'

/** The text as it is typed, checked as it is typed; each save is a version of its own. */
export function ConfigForm({ config, typed, onType, mayEdit }: Props) {
  const w = useWords(configText)
  const locale = useLocale()
  const client = useQueryClient()
  const save = useSend(configApi.saveConfig, { quiet: true })
  const [note, setNote] = useKept('config note', '')
  const [pushes, setPushes] = useKept('config push', false)
  const [refused, setRefused] = useState<CallError | string | null>(null)
  const [clash, setClash] = useState<{ by: CallError; now: ProductConfig } | null>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const from = typed?.from ?? config
  const content = typed?.content ?? (config.version === 0 ? firstContent : config.content)
  const isChanged = typed !== null && typed.content !== from.content
  const fault = jsonFault(content)
  const bytes = byteLength(content)
  const error = fault === null ? (bytes > mostConfigBytes ? w.tooLong : undefined) : sayFault(fault, w)
  const type = (next: string): void => onType({ from, content: next })

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setRefused(null)
    if (error !== undefined) return goTo(area.current, fault)
    if (save.isPending) return
    try {
      const saved = await save.mutateAsync({
        productId: config.productId,
        version: from.version,
        content,
        note: note.trim(),
        push: pushes,
      })
      toastDone((pushes ? w.savedPushed : w.saved)({ version: saved.version }))
      onType(null)
      setNote('')
      setPushes(false)
    } catch (failure) {
      if (!(failure instanceof CallError)) return setRefused(String(failure))
      if (failure.status !== 409) return setRefused(failure)
      const now = await client.fetchQuery({
        ...ask(configApi.config, { productId: config.productId }),
        staleTime: 0,
      })
      setClash({ by: failure, now })
    }
  }
  const goOn = (next: Typed | null): void => {
    onType(next)
    setClash(null)
  }
  const size = w.bytes({ bytes: formatNumber(bytes), max: formatNumber(mostConfigBytes) })
  const saved =
    config.version === 0
      ? w.noneYet
      : w.savedBy({ version: config.version, time: formatTime(config.updatedAt), by: config.accountName })
  return (
    <Panel title={w.title} note={saved}>
      <form className={css.body} onSubmit={(event) => void submit(event)} noValidate>
        <p className={css.quiet}>{w.about}</p>
        {clash === null ? null : (
          <>
            <EditClash
              message={clash.by.messageIn(locale)}
              clashes={[
                {
                  key: 'content',
                  label: w.content,
                  mine: w.mine,
                  theirs: w.theirs({ version: clash.now.version, by: clash.now.accountName }),
                },
              ]}
              taken={[]}
              onKeepMine={() => goOn({ from: clash.now, content })}
              onTakeTheirs={() => goOn(null)}
            />
            <Difference label={w.difference} before={clash.now.content} after={content} />
          </>
        )}
        <RefusedNote message={refused} />
        <JsonEditor
          ref={area}
          label={w.content}
          value={content}
          onChange={type}
          isReadOnly={!mayEdit}
          error={error}
          hint={size}
          faultLine={fault !== null && 'line' in fault ? fault.line : undefined}
        />
        {mayEdit ? (
          <>
            <div className={css.tools}>
              <Button
                size="small"
                disabledReason={fault === null ? undefined : w.arrangeNot}
                onClick={() => type(JSON.stringify(JSON.parse(content), null, 2))}
              >
                {w.arrange}
              </Button>
              {fault !== null && 'position' in fault ? (
                <Button size="small" onClick={() => goTo(area.current, fault)}>
                  {w.toFault}
                </Button>
              ) : null}
              {isChanged ? (
                <Button size="small" look="quiet" onClick={() => goOn(null)}>
                  {w.undo}
                </Button>
              ) : null}
            </div>
            {isChanged && clash === null && from.version > 0 ? (
              <>
                <h3>{w.difference}</h3>
                <Difference label={w.difference} before={from.content} after={content} />
              </>
            ) : null}
            <TextField label={w.note} value={note} maxLength={120} onChange={(e) => setNote(e.currentTarget.value)} />
            <div className={css.foot}>
              <Checkbox checked={pushes} onChange={setPushes}>
                {w.push}
              </Checkbox>
              <Button
                type="submit"
                look="primary"
                busy={save.isPending}
                disabledReason={isChanged || config.version === 0 ? undefined : w.unchanged}
              >
                {w.save}
              </Button>
            </div>
          </>
        ) : null}
      </form>
      <UnsavedGuard when={isChanged && !save.isPending} keys={['id', 'tab']} />
    </Panel>
  )
}

function sayFault(fault: JsonFault, w: Said<typeof configText>): string {
  switch (fault.kind) {
    case 'at':
      return w.fault(fault)
    case 'cutOff':
      return w.cutOff(fault)
    case 'noObject':
      return w.noObject
  }
}

/** The keyboard goes to where the text is wrong, and the text scrolls there. */
function goTo(area: HTMLTextAreaElement | null, fault: JsonFault | null): void {
  if (area === null) return
  area.focus()
  if (fault !== null && 'position' in fault) area.setSelectionRange(fault.position, fault.position + 1)
}
