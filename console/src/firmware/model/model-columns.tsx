import type { Locale } from '@brigade/contract/locale.ts'
import type { FirmwareModelRow } from '@brigade/contract/firmware/firmware.model.ts'
import { firmwareTypeWords } from '@brigade/contract/firmware/upgrade-words.ts'
import { formatNumber } from '../../platform/format.ts'
import { useWords, wordsIn } from '../../platform/locale.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { FirmwareVersionLink } from '../firmware-link.tsx'
import { firmwareText } from '../firmware.text.ts'
import css from '../firmware.module.css'
import { useModuleName } from '../module-name.tsx'
import { modelText } from './model.text.ts'
import { momentColumn } from '../../ui/data-table/time-column.tsx'

/** `onOpen`: shows one beside the list. */
export function modelColumns(locale: Locale, onOpen: (id: string) => void): readonly Column<FirmwareModelRow>[] {
  const f = wordsIn(firmwareText, locale)
  const w = wordsIn(modelText, locale)
  return [
    {
      key: 'name',
      title: w.name,
      width: 168,
      identifies: true,
      sortable: true,
      cell: (row) => (
        <button type="button" className={css.name} data-cut="" onClick={() => onOpen(row.id)}>
          {row.name}
        </button>
      ),
    },
    {
      key: 'code',
      title: w.code,
      width: 120,
      sortable: true,
      cell: (row) => <span className="mono">{row.code}</span>,
    },
    { key: 'type', title: f.type, width: 116, cell: (row) => firmwareTypeWords[row.type][locale] },
    { key: 'current', title: w.currentVersion, width: 200, cell: (row) => <Current model={row} /> },
    {
      key: 'products',
      title: w.products,
      cell: (row) => row.products.map(({ name }) => name[locale]).join(f.listMark),
    },
    { key: 'devices', title: f.devices, width: 88, align: 'end', cell: (row) => formatNumber(row.devices) },
    {
      key: 'hardwareModel',
      title: w.hardware,
      width: 124,
      isExtra: true,
      dim: true,
      cell: (row) => row.hardwareModel || w.anyHardware,
    },
    { key: 'floor', title: w.floor, width: 96, isExtra: true, align: 'end', cell: (row) => row.floor },
    { key: 'digest', title: w.digest, width: 130, isExtra: true, dim: true, cell: (row) => row.digest },
    {
      key: 'needConfirm',
      title: w.confirm,
      width: 140,
      isExtra: true,
      cell: (row) => (row.needConfirm ? w.yes : w.no),
    },
    { key: 'remark', title: f.remark, isExtra: true, dim: true, cell: (row) => row.remark },
    { key: 'creator', title: f.creator, width: 110, isExtra: true, dim: true, cell: (row) => row.creator?.name },
    momentColumn('createdAt', f.created, { width: 164, dim: true, sortable: true }),
  ]
}

/** The current version of each module; the module is named only if there are two. */
function Current({ model }: { model: FirmwareModelRow }) {
  const w = useWords(modelText)
  const f = useWords(firmwareText)
  const moduleName = useModuleName()
  return (
    <Row.span inline gap="0 12" wrap>
      {model.current.map(({ module, version }) => (
        <span key={module}>
          {model.current.length > 1 ? (
            <Text.small tone="ink-3" marginRight="4">
              {moduleName(module)}
            </Text.small>
          ) : null}
          {version === null ? (
            <span className="faint">{w.noCurrent}</span>
          ) : (
            <FirmwareVersionLink id={version.id} isArchived={false}>
              {version.number}
            </FirmwareVersionLink>
          )}
          {version === null || version.enabled ? null : <Text tone="bad"> {f.disabled}</Text>}
        </span>
      ))}
    </Row.span>
  )
}
