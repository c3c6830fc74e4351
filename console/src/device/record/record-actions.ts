import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useMemo } from 'react'
import { useCan } from '../../platform/can.ts'
import { useWords } from '../../platform/locale.ts'
import type { BatchAction, RowAction } from '../../ui/data-table/column.ts'
import { deviceActionText } from './action.text.ts'
import type { Target } from './target.ts'
import type { DeviceActions } from './use-device-actions.tsx'

/** Lists the actions on one record for which the account holds the operation code; the common ones come first. */
export function useRecordActions(kind: DeviceKind, actions: DeviceActions): (target: Target) => readonly RowAction[] {
  const w = useWords(deviceActionText)
  const can = useCan()
  return useMemo(() => {
    const may = (verb: string): boolean => can(`${kind}:${verb}`)
    const onlyIf = (isAllowed: boolean, action: RowAction): readonly RowAction[] => (isAllowed ? [action] : [])
    return (target) => [
      ...onlyIf(may('install') && !target.installed, {
        key: 'install',
        icon: 'map-pin',
        label: w.install,
        onClick: () => actions.install([target]),
      }),
      ...onlyIf(may('update'), { key: 'edit', icon: 'pencil', label: w.edit, onClick: () => actions.edit(target) }),
      ...onlyIf(may('transfer'), {
        key: 'transfer',
        icon: 'transfer',
        label: w.transfer,
        onClick: () => actions.transfer([target]),
      }),
      ...onlyIf(may('unbind') && (target.installed || target.bindState === 'bound'), {
        key: 'unbind',
        icon: 'unlink',
        label: w.unbind,
        disabledReason: target.bindState === 'bound' ? undefined : w.nobodyHasIt,
        onClick: () => actions.unbind([target]),
      }),
      ...onlyIf(may('install') && target.installed, {
        key: 'uninstall',
        icon: 'map-pin-off',
        label: w.uninstall,
        onClick: () => actions.uninstall([target]),
      }),
      ...onlyIf(may('set-enabled'), {
        key: 'switch',
        icon: target.enabled ? 'lock' : 'lock-open',
        label: target.enabled ? w.disable : w.enable,
        onClick: () => (target.enabled ? actions.disable([target]) : actions.enable([target])),
      }),
      ...onlyIf(may('secret'), { key: 'secret', icon: 'key', label: w.secret, onClick: () => actions.reissue(target) }),
      ...onlyIf(may('remove'), {
        key: 'remove',
        icon: 'trash',
        label: w.remove,
        danger: true,
        onClick: () => actions.remove(target),
      }),
    ]
  }, [kind, actions, w, can])
}

type Chosen = {
  targets: readonly Target[]
  /** The selection covers all filtered rows, which are too many for actions that send ids. */
  isFound: boolean
}

/** Lists the actions on several records of a page. */
export function useRecordBatch(
  kind: DeviceKind,
  actions: DeviceActions,
  { targets, isFound }: Chosen,
): readonly BatchAction[] {
  const w = useWords(deviceActionText)
  const can = useCan()
  const all = (is: (target: Target) => boolean): boolean => targets.length > 0 && targets.every(is)
  const why = (reason: string | false): string | undefined =>
    isFound ? w.pageOnly : reason === false ? undefined : reason
  const may = (verb: string): boolean => can(`${kind}:${verb}`)
  const onlyIf = (isAllowed: boolean, action: BatchAction): readonly BatchAction[] => (isAllowed ? [action] : [])
  const isInstalled = all(({ installed }) => installed)
  return [
    ...onlyIf(may('install') && !isInstalled, {
      key: 'install',
      icon: 'map-pin',
      label: w.install,
      disabledReason: why(false),
      onClick: () => actions.install(targets),
    }),
    ...onlyIf(may('transfer'), {
      key: 'transfer',
      icon: 'transfer',
      label: w.transfer,
      disabledReason: why(false),
      onClick: () => actions.transfer(targets),
    }),
    ...onlyIf(may('unbind') && (isInstalled || targets.some(({ bindState }) => bindState === 'bound')), {
      key: 'unbind',
      icon: 'unlink',
      label: w.unbind,
      disabledReason: why(all(({ bindState }) => bindState === 'unbound') && w.nobodyHasThem),
      onClick: () => actions.unbind(targets),
    }),
    ...onlyIf(may('install') && isInstalled, {
      key: 'uninstall',
      icon: 'map-pin-off',
      label: w.uninstall,
      disabledReason: why(false),
      onClick: () => actions.uninstall(targets),
    }),
    ...onlyIf(may('set-enabled'), {
      key: 'enable',
      icon: 'lock-open',
      label: w.enable,
      disabledReason: why(all(({ enabled }) => enabled) && w.allEnabled),
      onClick: () => actions.enable(targets),
    }),
    ...onlyIf(may('set-enabled'), {
      key: 'disable',
      icon: 'lock',
      label: w.disable,
      disabledReason: why(all(({ enabled }) => !enabled) && w.allDisabled),
      onClick: () => actions.disable(targets),
    }),
  ]
}
