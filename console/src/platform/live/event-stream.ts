/**
 * The data of server-sent events, each parsed as JSON (HTML living standard 9.2.6: lines `data: …`; an empty line ends an event; a line
 * that begins with a colon is a comment and keeps the connection alive). `onReceived` is called for every chunk.
 */
export async function* frames(body: ReadableStream<Uint8Array>, onReceived: () => void): AsyncGenerator {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  let data: string[] = []
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onReceived()
      rest += decoder.decode(value, { stream: true })
      const lines = rest.split(/\r\n|\n|\r/)
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line === '') {
          if (data.length > 0) yield JSON.parse(data.join('\n'))
          data = []
        } else if (line.startsWith('data:')) {
          data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
        }
      }
    }
  } finally {
    reader.releaseLock()
  }
}
