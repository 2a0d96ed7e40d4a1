import { stories } from './stories.ts'

stories(async () => '')
