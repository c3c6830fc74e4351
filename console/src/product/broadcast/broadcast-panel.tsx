import { byteLength } from '@brigade/contract/byte-length.ts'
import { broadcastApi } from '@brigade/contract/product/broadcast/broadcast.endpoints.ts'
import { BroadcastTopic, maxBroadcastBytes } from '@brigade/contract/product/broadcast/broadcast.model.ts'
import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { useState, type FormEvent } from 'react'
import { useKept } from '../../platform/kept-work.ts'
import { usePlatformCan } from '../../platform/can.ts'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { UnsavedGuard } from '../../shell/unsaved-guard.tsx'
import { Button } from '../../ui/button/button.tsx'
import { PasswordPrompt } from '../../ui/dialog/password-prompt.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Box, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { BroadcastList } from './broadcast-list.tsx'
import { broadcastText } from './broadcast.text.ts'

type Typed = { topic: string; content: string }
const nothing: Typed = { topic: '', content: '' }

/** A message to all devices of a model that listen, with the password; and the earlier messages. */
export function BroadcastPanel({ product }: { product: ProductDetail }) {
  const w = useWords(broadcastText)
  const maySend = usePlatformCan()('product:update')
  const [typed, setTyped] = useKept('broadcast', nothing)
  const [isMissed, setMissed] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const send = useSend(broadcastApi.sendBroadcast, { quiet: true })
  const { topic, content } = typed
  const at = `/broadcast/${product.productKey}/`
  const bytes = byteLength(content)
  const topicError = BroadcastTopic.safeParse(topic).success ? undefined : w.topicNeeded
  const contentError = content === '' ? w.contentNeeded : bytes > maxBroadcastBytes ? w.tooLong : undefined
  const size = w.bytes({ bytes: formatNumber(bytes), max: formatNumber(maxBroadcastBytes) })

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const isWrong = topicError !== undefined || contentError !== undefined
    setMissed(isWrong)
    setAsking(!isWrong)
  }
  return (
    <Panel title={w.title}>
      <Box padding="16">
        <Text.p tone="ink-3" size="s">
          {w.about}
        </Text.p>
        {maySend ? (
          <Stack.form gap="12" marginTop="12" onSubmit={submit} noValidate>
            <TextField
              label={w.topic}
              required
              value={topic}
              hint={w.topicHint({ topic: `${at}${topic === '' ? '…' : topic}` })}
              error={(isMissed || topic !== '') && topicError !== undefined ? topicError : undefined}
              onChange={(event) => setTyped({ ...typed, topic: event.currentTarget.value.trim() })}
            />
            <TextArea
              label={w.content}
              required
              rows={5}
              value={content}
              hint={size}
              error={isMissed || bytes > maxBroadcastBytes ? contentError : undefined}
              onChange={(event) => setTyped({ ...typed, content: event.currentTarget.value })}
            />
            <Row justify="end">
              <Button type="submit" icon="send">
                {w.send}
              </Button>
            </Row>
          </Stack.form>
        ) : null}
      </Box>
      <BroadcastList productId={product.id} onTakeUp={maySend ? setTyped : undefined} />
      <PasswordPrompt
        title={w.send}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        confirmLabel={w.send}
        onConfirm={async (password) => {
          await send.mutateAsync({ productId: product.id, topic, content, password })
          setTyped(nothing)
          setMissed(false)
          toastDone(w.sent)
        }}
      >
        {w.confirm({ topic: `${at}${topic}` })}
      </PasswordPrompt>
      <UnsavedGuard when={content !== '' && !send.isPending} keys={['id', 'tab']} />
    </Panel>
  )
}
