import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import type { FirmwareModelDetail } from '@brigade/contract/firmware/firmware.model.ts'
import { firmwareTypeWords } from '@brigade/contract/firmware/upgrade-words.ts'
import { useQuery } from '@tanstack/react-query'
import { usePlatformCan } from '../../platform/can.ts'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { ProductLink } from '../../product/product-link.tsx'
import { Button } from '../../ui/button/button.tsx'
import { SideSheet } from '../../ui/dialog/dialog.tsx'
import { Box, Row, Stack } from '../../ui/layout/layout.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { FactList } from '../../ui/page/fact-list.tsx'
import { VersionBadge } from '../firmware-badge.tsx'
import { FirmwareVersionLink } from '../firmware-link.tsx'
import { firmwareText } from '../firmware.text.ts'
import css from '../firmware.module.css'
import { ModuleName } from '../module-name.tsx'
import { SharesTable } from '../shares-table.tsx'
import { modelText } from './model.text.ts'

type Props = { id: string | undefined; onClose: () => void; onEdit: (model: FirmwareModelDetail) => void }

/** Shows one firmware model, its current versions, and the versions that its devices report. */
export function ModelDetailSheet({ id, onClose, onEdit }: Props) {
  const w = useWords(modelText)
  return (
    <SideSheet title={w.detail} isOpen={id !== undefined} onClose={onClose} width={760}>
      {id === undefined ? null : <Known key={id} id={id} onEdit={onEdit} />}
    </SideSheet>
  )
}

function Known({ id, onEdit }: { id: string; onEdit: Props['onEdit'] }) {
  const w = useWords(modelText)
  const { data, error, refetch } = useQuery(ask(firmwareApi.model, { id }, { quiet: true }))
  if (data !== undefined) return <Whole model={data} onEdit={onEdit} />
  if (error?.status === 404) return <EmptyPanel title={error.message} hint={w.missing} icon="search" />
  if (error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  return <div aria-busy="true" />
}

function Whole({ model, onEdit }: { model: FirmwareModelDetail; onEdit: Props['onEdit'] }) {
  const f = useWords(firmwareText)
  const w = useWords(modelText)
  const locale = useLocale()
  const can = usePlatformCan()
  return (
    <>
      <Row gap="8 16" align="center" marginBottom="16" wrap>
        <h2>{model.name}</h2>
        {can('firmware-model:update') ? (
          <Row.span gap="8" marginLeft="auto" wrap>
            <Button size="small" icon="pencil" onClick={() => onEdit(model)}>
              {f.edit}
            </Button>
          </Row.span>
        ) : null}
      </Row>
      <FactList
        facts={[
          { key: 'code', label: w.code, value: <span className="mono">{model.code}</span> },
          { key: 'type', label: f.type, value: firmwareTypeWords[model.type][locale] },
          { key: 'hardware', label: w.hardware, value: model.hardwareModel || w.anyHardware },
          { key: 'digest', label: w.digest, value: model.digest },
          { key: 'floor', label: w.floor, value: model.floor || w.noFloor },
          { key: 'confirm', label: w.confirm, value: model.needConfirm ? w.yes : w.no },
          {
            key: 'products',
            label: w.products,
            wide: true,
            value: (
              <Row.span inline gap="0 12" wrap>
                {model.products.map(({ id, name }) => (
                  <ProductLink key={id} id={id}>
                    {name[locale]}
                  </ProductLink>
                ))}
              </Row.span>
            ),
          },
          { key: 'remark', label: f.remark, value: model.remark, wide: true },
          { key: 'creator', label: f.creator, value: model.creator?.name ?? f.someoneGone },
          { key: 'created', label: f.created, value: <span className="time">{formatTime(model.createdAt)}</span> },
        ]}
      />
      <Box.section marginTop="24" className={css.part}>
        <h3>{w.currentVersion}</h3>
        <Stack.ul gap="4" className={css.lines}>
          {model.current.map(({ module, version }) => (
            <Row.li key={module} gap="4 12" align="center" wrap>
              {model.current.length > 1 ? <ModuleName module={module} /> : null}
              {version === null ? (
                <span className="faint">{w.noCurrent}</span>
              ) : (
                <>
                  <FirmwareVersionLink id={version.id} isArchived={false}>
                    {[version.number, version.alias].filter(Boolean).join(' · ')}
                  </FirmwareVersionLink>
                  <VersionBadge enabled={version.enabled} isArchived={false} />
                </>
              )}
            </Row.li>
          ))}
        </Stack.ul>
      </Box.section>
      <Box.section marginTop="24" className={css.part}>
        <h3>
          {f.shares}
          <small>{f.sharesNote({ all: formatNumber(model.devices) })}</small>
        </h3>
        <SharesTable
          modelId={model.id}
          all={model.devices}
          shares={model.shares}
          hasModules={model.type === 'double'}
        />
      </Box.section>
    </>
  )
}
