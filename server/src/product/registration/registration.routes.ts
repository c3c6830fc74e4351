import { registrationApi } from '@brigade/contract/product/registration/registration.endpoints.ts'
import { implement } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/refusal.ts'
import { findRegistration } from './registration.store.ts'
import { setRegistration } from './set-registration.ts'

export const registrationRoutes = implement(registrationApi, {
  registration: async ({ db }, { query }) => {
    const dynamicRegistration = await findRegistration(db, query.productId)
    return dynamicRegistration === undefined ? refuse('product.unknown') : { dynamicRegistration }
  },
  setRegistration: (ctx, { body }) => setRegistration(ctx, body),
})
