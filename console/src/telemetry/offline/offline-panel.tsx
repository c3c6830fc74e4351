import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { Box, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { FactList } from '../../ui/page/fact-list.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import type { DeviceView } from '../../device/view/device-view.ts'
import { detailHref } from '../../device/view/device-address.ts'
import { offlineText } from './offline.text.ts'
import { useCauseWords, useWhy } from './use-why.ts'
import { useWhyFacts } from './why-facts.tsx'

/** Why a device is offline, while it is: the sentence, how sure it is, what to do, what it is based on, and whom to call. */
export function OfflinePanel({ view: { kind, device } }: { view: DeviceView }) {
  const w = useWords(offlineText)
  const wordsOf = useCauseWords()
  const factsOf = useWhyFacts()
  const { data, error, refetch } = useWhy(kind, device.id, !device.online)
  if (device.online || data === null) return null
  if (data === undefined)
    return (
      <Panel title={w.title}>
        <Row gap="8" padding="12 16" align="center" minHeight="40">
          <Text.p tone="ink-3" grow aria-busy={error === null}>
            {error === null ? w.loading : error.message}
          </Text.p>
          {error === null ? null : (
            <Button size="small" onClick={() => void refetch()}>
              {w.again}
            </Button>
          )}
        </Row>
      </Panel>
    )
  const { said, sure, next } = wordsOf(data)
  return (
    <Panel title={w.title} note={sure}>
      <Stack gap="4" padding="12 16">
        <Text.p size="l" line="24" weight="600">
          {said}
        </Text.p>
        <Text.p tone="ink-2" line="20">
          {next}
        </Text.p>
      </Stack>
      <Box borderTop>
        <FactList facts={factsOf(data)} />
      </Box>
      <Text.a padding="0 16 16" weight="500" block href={detailHref(kind, device.id, 'online')}>
        {w.log}
      </Text.a>
    </Panel>
  )
}
