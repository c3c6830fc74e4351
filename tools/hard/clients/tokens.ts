import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import { makePerson } from '@brigade/server/testing/person/make-person.ts'
import type { TestApp } from '@brigade/server/testing/start-app.ts'

/**
 * The server limits the calls of an app user per minute, and its clock stands still here, so the limit is never reset.
 */
const callsOfPerson = 30

/**
 * Answers a valid token, at `/staff` and `/app`: a session that a call has ended is replaced by one of another account.
 */
export async function serveTokens(app: TestApp): Promise<Readonly<{ url: string; stop: () => void }>> {
  let staff = ''
  let person = ''
  let left = 0
  const ofStaff = async () => {
    const { status } = staff === '' ? { status: 401 } : await app.ask(sessionApi.user, {}, { token: staff })
    if (status !== 200) ({ token: staff } = await make.account(app, { role: 'administrator' }))
    return staff
  }
  const ofPerson = async () => {
    if (left === 0) ({ token: person } = await makePerson(app))
    left = left === 0 ? callsOfPerson : left - 1
    return person
  }
  const server: Server = createServer((request, response) => {
    const token = request.url === '/app' ? ofPerson() : ofStaff()
    token.then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() }
}
