import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { maxCompared, type Comparable } from '@brigade/contract/telemetry/compare.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { Button } from '../../ui/button/button.tsx'
import { CheckList } from '../../ui/field/check-list.tsx'
import { PopPanel } from '../../ui/menu/pop-panel.tsx'
import { useSettled } from '../../ui/form/use-settled.ts'
import { Text } from '../../ui/layout/layout.tsx'
import { compareText } from './compare.text.ts'

type Named = Comparable['devices'][number]
type Props = {
  kind: DeviceKind
  ids: readonly string[]
  /** The devices in `ids` whose names are known. */
  known: readonly Named[]
  onChange: (ids: readonly string[]) => void
}

const maxFound = 25

/** The devices of a comparison: the chosen ones, and others by the typed text. */
export function DeviceChoice({ kind, ids, known, onChange }: Props) {
  const w = useWords(compareText)
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed.trim())
  const found = useQuery({
    ...askPage(deviceCalls[kind].list, { pageSize: maxFound, ...(keyword === '' ? {} : { keyword }) }, { quiet: true }),
    enabled: isOpen,
  })
  const others = found.data?.list.map(({ id, sn, name }) => ({ id, sn, name })) ?? []
  // Chosen devices stay at the top until something is typed, so that they can be removed.
  const shown = keyword === '' ? [...known, ...others.filter(({ id }) => !ids.includes(id))] : others
  return (
    <PopPanel
      label={w.chooseDevices}
      position="bottom-start"
      isOpen={isOpen}
      onOpenChange={setOpen}
      target={
        <Button icon="plus" aria-haspopup="dialog" onClick={() => setOpen(!isOpen)}>
          {w.devices({ count: ids.length })}
        </Button>
      }
    >
      <CheckList
        findLabel={w.find}
        typed={typed}
        onType={setTyped}
        items={shown.map(({ id, sn, name }) => ({ key: id, label: name || sn, detail: name === '' ? '' : sn }))}
        chosen={ids}
        most={maxCompared}
        fullWords={w.most({ max: maxCompared })}
        onChange={onChange}
      >
        {found.error !== null ? (
          <Text.p marginBottom="8" size="xs" line="16" tone="ink-3" role="alert">
            {found.error.message}
          </Text.p>
        ) : shown.length === 0 && !found.isFetching ? (
          <Text.p marginBottom="8" size="xs" line="16" tone="ink-3">
            {w.nothingFound}
          </Text.p>
        ) : null}
      </CheckList>
    </PopPanel>
  )
}
