import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { toTsl } from '@brigade/contract/thing-model/transfer/tsl.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Box, Text } from '../../ui/layout/layout.tsx'
import css from './function.module.css'
import { functionText } from './function.text.ts'
import type { KindOfFunction } from '../typed/typed-function.ts'
import { ScrollRegion } from '../../ui/page/scroll-region.tsx'

/** The function as the Alink document of the model will have it; null while something needs correcting. */
export function AlinkPreview({ of }: { of: KindOfFunction | null }) {
  const w = useWords(functionText)
  const locale = useLocale()
  if (of === null) return <Text.p tone="ink-3">{w.previewLater}</Text.p>
  const document = toTsl(modelOf(of), { productKey: '' }, locale)
  const written = {
    property: document.properties,
    event: document.events,
    service: document.services,
  }[of.kind].find(({ identifier }) => identifier === of.definition.identifier)
  const text = JSON.stringify(written, null, 2)
  return (
    <Box relative className={css.preview}>
      <CopyButton text={text} label={w.copyPreview} />
      <ScrollRegion as="pre" label={w.preview}>
        {text}
      </ScrollRegion>
    </Box>
  )
}

const nothing: ThingModel = { properties: [], events: [], services: [] }

function modelOf(of: KindOfFunction): ThingModel {
  switch (of.kind) {
    case 'property':
      return { ...nothing, properties: [of.definition] }
    case 'event':
      return { ...nothing, events: [of.definition] }
    case 'service':
      return { ...nothing, services: [of.definition] }
  }
}
