import { byteLength } from '@brigade/contract/byte-length.ts'
import { configApi } from '@brigade/contract/product/config/config.endpoints.ts'
import { maxConfigBytes, type ProductConfig } from '@brigade/contract/product/config/config.model.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent, type RefObject } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useKept } from '../../platform/kept-work.ts'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useLocale, useWords, type WordsOf } from '../../platform/locale.ts'
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
import { indentJson } from '../../ui/json-text/indent-json.ts'
import { JsonEditor } from '../../ui/json-text/json-editor.tsx'
import { jsonFault, type JsonFault } from '../../ui/json-text/json-fault.ts'
import { Box, Row, Text } from '../../ui/layout/layout.tsx'

export type Typed = { from: ProductConfig; content: string }
type Props = {
  config: ProductConfig
  typed: Typed | null
  onType: (typed: Typed | null) => void
  mayEdit: boolean
}

type Clash = { by: CallError; now: ProductConfig }

const firstContent = '{\n  \n}'

/** Edits the text and checks it while somebody types. Each save makes a version. */
export function ConfigForm({ config, typed, onType, mayEdit }: Props) {
  const w = useWords(configText)
  const saving = useSaving(config.productId, () => onType(null))
  const { refused, clash } = saving.outcome
  const area = useRef<HTMLTextAreaElement>(null)
  const from = typed?.from ?? config
  const content = typed?.content ?? (config.version === 0 ? firstContent : config.content)
  const isChanged = typed !== null && typed.content !== from.content
  const fault = jsonFault(content)
  const bytes = byteLength(content)
  const error = fault === null ? (bytes > maxConfigBytes ? w.tooLong : undefined) : faultText(fault, w)
  const type = (next: string): void => onType({ from, content: next })

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    saving.clear('refused')
    if (error !== undefined) return goTo(area.current, fault)
    if (!saving.isBusy) await saving.save(from.version, content)
  }
  const goOn = (next: Typed | null): void => {
    onType(next)
    saving.clear('clash')
  }
  const size = w.bytes({ bytes: formatNumber(bytes), max: formatNumber(maxConfigBytes) })
  const saved =
    config.version === 0
      ? w.noneYet
      : w.savedBy({ version: config.version, time: formatTime(config.updatedAt), by: config.accountName })
  return (
    <Panel title={w.title} note={saved}>
      <Box.form padding="16" onSubmit={(event) => void submit(event)} noValidate>
        <Text.p tone="ink-3" size="s" marginBottom="12">
          {w.about}
        </Text.p>
        {clash === null ? null : <ConfigClash clash={clash} content={content} onGoOn={goOn} />}
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
            <Tools
              content={content}
              fault={fault}
              area={area}
              onType={type}
              onUndo={isChanged ? () => goOn(null) : undefined}
            />
            {isChanged && clash === null && from.version > 0 ? (
              <>
                <h3>{w.difference}</h3>
                <Difference label={w.difference} before={from.content} after={content} />
              </>
            ) : null}
            <SaveFoot saving={saving} isOff={!isChanged && config.version > 0} />
          </>
        ) : null}
      </Box.form>
      <UnsavedGuard when={isChanged && !saving.isBusy} keys={['id', 'tab']} />
    </Panel>
  )
}

/** Sends the text. A newer version on the server is a clash, which the person resolves. */
function useSaving(productId: string, onSaved: () => void) {
  const w = useWords(configText)
  const client = useQueryClient()
  const { mutateAsync, isPending } = useSend(configApi.saveConfig, { quiet: true })
  const [note, setNote] = useKept('config note', '')
  const [pushes, setPushes] = useKept('config push', false)
  const [refused, setRefused] = useState<CallError | string | null>(null)
  const [clash, setClash] = useState<Clash | null>(null)
  const save = async (version: number, content: string): Promise<void> => {
    try {
      const saved = await mutateAsync({ productId, version, content, note: note.trim(), push: pushes })
      toastDone((pushes ? w.savedPushed : w.saved)({ version: saved.version }))
      onSaved()
      setNote('')
      setPushes(false)
    } catch (failure) {
      if (!(failure instanceof CallError)) return setRefused(String(failure))
      if (failure.status !== 409) return setRefused(failure)
      const now = await client.fetchQuery({ ...ask(configApi.config, { productId }), staleTime: 0 })
      setClash({ by: failure, now })
    }
  }
  return {
    options: { note, setNote, pushes, setPushes },
    outcome: { refused, clash },
    clear: (what: 'refused' | 'clash'): void => (what === 'refused' ? setRefused(null) : setClash(null)),
    isBusy: isPending,
    save,
  }
}

type ClashProps = { clash: Clash; content: string; onGoOn: (next: Typed | null) => void }

function ConfigClash({ clash: { by, now }, content, onGoOn }: ClashProps) {
  const w = useWords(configText)
  const locale = useLocale()
  return (
    <>
      <EditClash
        message={by.messageIn(locale)}
        clashes={[
          {
            key: 'content',
            label: w.content,
            mine: w.mine,
            theirs: w.theirs({ version: now.version, by: now.accountName }),
          },
        ]}
        taken={[]}
        onKeepMine={() => onGoOn({ from: now, content })}
        onTakeTheirs={() => onGoOn(null)}
      />
      <Difference label={w.difference} before={now.content} after={content} />
    </>
  )
}

type ToolsProps = {
  content: string
  fault: JsonFault | null
  area: RefObject<HTMLTextAreaElement | null>
  onType: (next: string) => void
  onUndo: (() => void) | undefined
}

function Tools({ content, fault, area, onType, onUndo }: ToolsProps) {
  const w = useWords(configText)
  return (
    <Row gap="8" margin="4 0 12">
      <Button
        size="small"
        disabledReason={fault === null ? undefined : w.arrangeNot}
        onClick={() => onType(indentJson(content))}
      >
        {w.arrange}
      </Button>
      {fault !== null && 'position' in fault ? (
        <Button size="small" onClick={() => goTo(area.current, fault)}>
          {w.toFault}
        </Button>
      ) : null}
      {onUndo !== undefined ? (
        <Button size="small" look="quiet" onClick={onUndo}>
          {w.undo}
        </Button>
      ) : null}
    </Row>
  )
}

function SaveFoot({ saving, isOff }: { saving: ReturnType<typeof useSaving>; isOff: boolean }) {
  const w = useWords(configText)
  const { note, setNote, pushes, setPushes } = saving.options
  return (
    <>
      <TextField label={w.note} value={note} maxLength={120} onChange={(e) => setNote(e.currentTarget.value)} />
      <Row gap="8 16" align="center" justify="end" marginTop="12" wrap className={css.foot}>
        <Checkbox checked={pushes} onChange={setPushes}>
          {w.push}
        </Checkbox>
        <Button type="submit" look="primary" busy={saving.isBusy} disabledReason={isOff ? w.unchanged : undefined}>
          {w.save}
        </Button>
      </Row>
    </>
  )
}

function faultText(fault: JsonFault, w: WordsOf<typeof configText>): string {
  switch (fault.kind) {
    case 'at':
      return w.fault(fault)
    case 'cutOff':
      return w.cutOff(fault)
    case 'noObject':
      return w.noObject
  }
}

/** Moves the cursor to the fault, and scrolls the text there. */
function goTo(area: HTMLTextAreaElement | null, fault: JsonFault | null): void {
  if (area === null) return
  area.focus()
  if (fault !== null && 'position' in fault) area.setSelectionRange(fault.position, fault.position + 1)
}
