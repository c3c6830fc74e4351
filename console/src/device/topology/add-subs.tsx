import type { DeviceRow } from '@brigade/contract/device/device.model.ts'
import { topologyCalls } from '@brigade/contract/device/topology/topology.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useDeferredValue, useState, type FormEvent } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Grid, Text } from '../../ui/layout/layout.tsx'
import css from './topology.module.css'
import { subsText } from './topology.text.ts'
import { useCandidates } from './use-candidates.ts'
import { ScrollRegion } from '../../ui/page/scroll-region.tsx'

type Props = { kind: DeviceKind; gatewayId: string; isOpen: boolean; onClose: () => void }

/** Adds sub-devices to a gateway. Behind a Modbus modem each has its unit. */
export function AddSubs({ isOpen, onClose, ...rest }: Props) {
  const w = useWords(subsText)
  return (
    <Dialog title={w.add} isOpen={isOpen} onClose={onClose} width={640}>
      <Form {...rest} onClose={onClose} />
    </Dialog>
  )
}

type Chosen = { device: DeviceRow; unit: string }
/** Null means that no unit was typed, undefined that the text is not a unit. */
function unitOf(typed: string): number | null | undefined {
  if (typed.trim() === '') return null
  const unit = Number(typed)
  return Number.isInteger(unit) && unit >= 1 && unit <= 247 ? unit : undefined
}

function Form({ kind, gatewayId, onClose }: Omit<Props, 'isOpen'>) {
  const w = useWords(subsText)
  const nameOf = useNameOf()
  const [typed, setTyped] = useState('')
  const { found, isLoading } = useCandidates(useDeferredValue(typed), true)
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const [isChecked, setChecked] = useState(false)
  const [refused, setRefused] = useState<CallError | string | null>(null)
  const send = useSend(topologyCalls[kind].addSubDevices, { quiet: true })
  const units = chosen.map(({ unit }) => unitOf(unit))

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setChecked(true)
    setRefused(chosen.length === 0 ? w.noneChosen : null)
    if (chosen.length === 0 || units.includes(undefined) || send.isPending) return
    try {
      const subs = chosen.map(({ device }, index) => ({ id: device.id, unit: units[index] ?? null }))
      await send.mutateAsync({ id: gatewayId, subs })
      toastDone(w.added({ count: subs.length }))
      onClose()
    } catch (error) {
      setRefused(error instanceof CallError ? error : String(error))
    }
  }
  const choose = (device: DeviceRow, isChosen: boolean): void =>
    setChosen(isChosen ? [...chosen, { device, unit: '' }] : chosen.filter((one) => one.device.id !== device.id))
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <RefusedNote message={refused} />
      <TextField
        bare
        startsFocused
        label={w.find}
        icon="search"
        placeholder={w.findHint}
        value={typed}
        maxLength={60}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ScrollRegion className={css.candidates} label={w.candidates} isBusy={isLoading}>
        {found.map((device) => (
          <Checkbox
            key={device.id}
            checked={chosen.some((one) => one.device.id === device.id)}
            onChange={(isChosen) => choose(device, isChosen)}
          >
            <b>{device.sn}</b> {device.name}{' '}
            <Text.small tone="ink-3" marginLeft="4">
              {nameOf(device.product.name)}
            </Text.small>
          </Checkbox>
        ))}
        {!isLoading && found.length === 0 ? (
          <Text.p tone="ink-3" size="xs" line="16" className={css.none}>
            {w.noCandidates}
          </Text.p>
        ) : null}
      </ScrollRegion>
      {chosen.length === 0 ? null : (
        <ChosenSubs
          chosen={chosen}
          isChecked={isChecked}
          onType={setChosen}
          onDrop={(device) => choose(device, false)}
        />
      )}
      <DialogFoot>
        <Button onClick={onClose}>{w.cancel}</Button>
        <Button type="submit" look="primary" busy={send.isPending}>
          {chosen.length === 0 ? w.add : w.addConfirm({ count: chosen.length })}
        </Button>
      </DialogFoot>
    </form>
  )
}

type ChosenProps = {
  chosen: readonly Chosen[]
  /** True once the person has tried to add them. */
  isChecked: boolean
  onType: (chosen: readonly Chosen[]) => void
  onDrop: (device: DeviceRow) => void
}

function ChosenSubs({ chosen, isChecked, onType, onDrop }: ChosenProps) {
  const w = useWords(subsText)
  return (
    <Grid.section
      gap="0 16"
      columns="2"
      marginTop="16"
      overflow="auto"
      className={css.chosen}
      aria-label={w.chosen({ count: chosen.length })}
    >
      <h3>{w.chosen({ count: chosen.length })}</h3>
      <Text.p tone="ink-3" size="xs" line="16" className={css.none}>
        {w.unitHint} {w.comesOver}
      </Text.p>
      {chosen.map(({ device, unit }) => (
        <Grid key={device.id} gap="4" columns="main-side" className={css.row}>
          <TextField
            label={w.unitOf({ sn: device.sn })}
            inputMode="numeric"
            value={unit}
            error={isChecked && unitOf(unit) === undefined ? w.wrongUnit : undefined}
            onChange={(event) => {
              const { value } = event.currentTarget
              onType(chosen.map((one) => (one.device === device ? { device, unit: value } : one)))
            }}
          />
          <IconButton icon="x" label={w.dropChosen({ sn: device.sn })} onClick={() => onDrop(device)} />
        </Grid>
      ))}
    </Grid.section>
  )
}
