import type { DeviceDetail } from '@brigade/contract/device/device.model.ts'
import { deviceText } from '@brigade/contract/device/device.text.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { TagsChange, tagLimits } from '@brigade/contract/device/record/record.model.ts'
import { messagesByPath } from '@brigade/contract/field-message.ts'
import { fieldText } from '@brigade/contract/field.text.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useState, type FormEvent } from 'react'
import { CallError } from '../../../platform/call-error.ts'
import { useKept } from '../../../platform/kept-work.ts'
import { useCan } from '../../../platform/can.ts'
import { useLocale, useWords } from '../../../platform/locale.ts'
import { useSend } from '../../../platform/query.ts'
import { toastDone } from '../../../platform/toast.ts'
import { UnsavedGuard } from '../../../shell/unsaved-guard.tsx'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { RefusedNote } from '../../../ui/dialog/refused-note.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Grid, Row as RowBox, Stack, Text } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import css from './tab.module.css'
import { tagText } from './tab.text.ts'

type Props = { kind: DeviceKind; device: DeviceDetail }
type Row = { place: number; key: string; value: string }

/** Keys and values that people and the device itself have noted; edited in place. */
export function TagPanel({ kind, device }: Props) {
  const w = useWords(tagText)
  const can = useCan()
  const [isEditing, setEditing] = useKept('tags open', false)
  const mayEdit = can(`${kind}:update`)
  return (
    <Panel
      title={w.title}
      actions={
        mayEdit && !isEditing ? <IconButton icon="pencil" label={w.edit} onClick={() => setEditing(true)} /> : undefined
      }
    >
      {isEditing ? (
        <TagForm kind={kind} device={device} onDone={() => setEditing(false)} />
      ) : device.tags.length === 0 ? (
        <Text.p padding="16" tone="ink-3">
          {w.none} {w.hint}
        </Text.p>
      ) : (
        <RowBox.ul gap="8" padding="16" wrap className={css.tags}>
          {device.tags.map((tag) => (
            <RowBox.li key={tag.key} inline border="line" radius="s" overflow="hidden" size="xs" within>
              <Text padding="0 8" ground="canvas" tone="ink-3" borderRight anywhere>
                {tag.key}
              </Text>
              <Text padding="0 8" anywhere>
                {tag.value}
              </Text>
            </RowBox.li>
          ))}
        </RowBox.ul>
      )}
    </Panel>
  )
}

function TagForm({ kind, device, onDone }: Props & { onDone: () => void }) {
  const w = useWords(tagText)
  const locale = useLocale()
  const send = useSend(recordCalls[kind].setTags, { quiet: true })
  const [rows, setRows] = useKept<readonly Row[]>('tags', () => {
    const held = device.tags.map((tag, place) => ({ ...tag, place }))
    return held.length > 0 ? held : [{ place: 0, key: '', value: '' }]
  })
  const [isChecked, setChecked] = useState(false)
  const [refused, setRefused] = useState<CallError | string | null>(null)
  // A row left wholly empty is one that was not wanted.
  const filled = rows.filter((row) => row.key.trim() !== '' || row.value.trim() !== '')
  const tags = filled.map(({ key, value }) => ({ key: key.trim(), value: value.trim() }))
  const checked = TagsChange.safeParse({ id: device.id, tags })
  const wrong = checked.success ? {} : messagesByPath(checked.error.issues, locale, { ...fieldText, ...deviceText })
  const isChanged = JSON.stringify(tags) !== JSON.stringify(device.tags)

  const change = (place: number, part: Partial<Row>): void =>
    setRows((before) => before.map((row) => (row.place === place ? { ...row, ...part } : row)))
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setChecked(true)
    setRefused(null)
    if (!checked.success || send.isPending) return
    try {
      await send.mutateAsync(checked.data)
      toastDone(w.saved)
      onDone()
    } catch (error) {
      setRefused(error instanceof CallError ? error : String(error))
    }
  }
  const errorAt = (row: Row, part: 'key' | 'value'): string | undefined =>
    isChecked && filled.includes(row) ? wrong[`tags.${filled.indexOf(row)}.${part}`] : undefined
  const isFull = rows.length >= tagLimits.count
  return (
    <Stack.form padding="16" justifyItems="start" onSubmit={(event) => void submit(event)} noValidate>
      <Text.p tone="ink-3" size="xs" line="16" marginBottom="12">
        {w.hint}
      </Text.p>
      <RefusedNote message={refused ?? (isChecked ? (wrong['tags'] ?? null) : null)} />
      {rows.map((row, index) => (
        <Grid key={row.place} gap="8" full className={css.tagRow}>
          <TextField
            label={w.keyOf({ n: index + 1 })}
            value={row.key}
            error={errorAt(row, 'key')}
            onChange={(event) => change(row.place, { key: event.currentTarget.value })}
          />
          <TextField
            label={w.valueOf({ n: index + 1 })}
            value={row.value}
            error={errorAt(row, 'value')}
            onChange={(event) => change(row.place, { value: event.currentTarget.value })}
          />
          <IconButton
            icon="trash"
            label={w.remove({ n: index + 1 })}
            onClick={() => setRows(rows.filter((one) => one !== row))}
          />
        </Grid>
      ))}
      <Button
        size="small"
        icon="plus"
        disabledReason={isFull ? w.full({ max: tagLimits.count }) : undefined}
        onClick={() =>
          setRows([...rows, { place: Math.max(-1, ...rows.map(({ place }) => place)) + 1, key: '', value: '' }])
        }
      >
        {w.add}
      </Button>
      <RowBox gap="8" justify="end" marginTop="16" full>
        <Button onClick={onDone}>{w.cancel}</Button>
        <Button type="submit" look="primary" busy={send.isPending}>
          {w.save}
        </Button>
      </RowBox>
      <UnsavedGuard when={isChanged && !send.isPending} keys={['id', 'tab']} />
    </Stack.form>
  )
}
