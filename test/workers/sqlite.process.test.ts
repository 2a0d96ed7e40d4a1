import { machineStories } from './machine-stories.ts'
import { stories } from './stories.ts'

stories(async () => '', machineStories)
