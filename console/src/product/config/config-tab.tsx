import { configApi } from '@brigade/contract/product/config/config.endpoints.ts'
import type { ProductConfig } from '@brigade/contract/product/config/config.model.ts'
import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useKept } from '../../platform/kept-work.ts'
import { usePlatformCan } from '../../platform/can.ts'
import { formatNumber, formatShare } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { Box, Stack, Text } from '../../ui/layout/layout.tsx'
import { DetailBody } from '../../ui/page/detail-body.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { BroadcastPanel } from '../broadcast/broadcast-panel.tsx'
import { ConfigForm } from './config-form.tsx'
import { ConfigVersions } from './config-versions.tsx'
import { configText } from './config.text.ts'

/** The tab shows the remote configuration of a model: its text, its versions, and the devices that have it. */
export function ConfigTab({ product }: { product: ProductDetail }) {
  const { data, error, refetch } = useQuery(ask(configApi.config, { productId: product.id }, { quiet: true }))
  if (data === undefined)
    return error === null ? (
      <Box padding="16" aria-busy="true" />
    ) : (
      <ErrorPanel message={error.message} onRetry={() => void refetch()} />
    )
  return <Known config={data} product={product} />
}

function Known({ config, product }: { config: ProductConfig; product: ProductDetail }) {
  const w = useWords(configText)
  const can = usePlatformCan()
  const mayEdit = can('product:update')
  // The editor holds typed text with the version that it is based on; null means that the saved text is shown.
  const [typed, setTyped] = useKept<{ from: ProductConfig; content: string } | null>('config', null)
  const takeUp = (version: number, content: string): void => {
    setTyped({ from: config, content })
    toastDone(w.takenUp({ version }))
  }
  return (
    <DetailBody>
      <Stack gap="24" shrink>
        <ConfigForm config={config} typed={typed} onType={setTyped} mayEdit={mayEdit} />
      </Stack>
      <Stack gap="24" shrink>
        <OnDevices config={config} mayPush={mayEdit} />
        <ConfigVersions config={config} onTakeUp={mayEdit ? takeUp : undefined} />
      </Stack>
      <Stack gap="24" shrink>
        <BroadcastPanel product={product} />
      </Stack>
    </DetailBody>
  )
}

/** Shows how many devices have the saved version, and pushes it to those that are online. */
function OnDevices({ config, mayPush }: { config: ProductConfig; mayPush: boolean }) {
  const w = useWords(configText)
  const push = useSend(configApi.pushConfig, { quiet: true })
  const [isAsking, setAsking] = useState(false)
  const { version, devices, current, productId } = config
  const why = version === 0 ? w.afterSave : devices === 0 ? w.noDevices : undefined
  return (
    <Panel title={w.devices}>
      <Box padding="16">
        {devices === 0 ? (
          <Text.p tone="ink-3" size="s" marginBottom="12">
            {w.noDevices}
          </Text.p>
        ) : version === 0 ? (
          <Text.p tone="ink-3" size="s" marginBottom="12">
            {w.noneYet}
          </Text.p>
        ) : (
          <>
            <Text.p tone="ink-3" size="s" marginBottom="12">
              {w.have({ current: formatNumber(current), devices: formatNumber(devices), version })}
            </Text.p>
            <Box height="6" marginBottom="16" radius="xs" ground="line" overflow="hidden" aria-hidden="true">
              <Box.i ground="accent" block fullHeight style={{ width: formatShare(current, devices) }} />
            </Box>
          </>
        )}
        {mayPush ? (
          <Button icon="send" disabledReason={why} onClick={() => setAsking(true)}>
            {w.pushNow}
          </Button>
        ) : null}
      </Box>
      <ConfirmAction
        title={w.pushNow}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        confirmLabel={w.pushNow}
        onConfirm={async () => {
          await push.mutateAsync({ productId, version })
          toastDone(w.pushed)
        }}
      >
        {w.pushBody({ missing: formatNumber(Math.max(0, devices - current)), version })}
      </ConfirmAction>
    </Panel>
  )
}
