import { describe, inject } from 'vitest'
import { fetchSuite } from '../net/fetch-suite'

describe('the guarded fetch in workerd', () => {
  fetchSuite(() => inject('fetchOrigins'))
})
