import { after } from 'node:test'
import { closePostgres, postgresServer } from '../support/postgres.ts'
import { stories } from './stories.ts'

after(closePostgres)
stories(async () => (await postgresServer()).database())
