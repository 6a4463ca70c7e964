import { KINDS } from './kinds';
import { isOfRecord, testHistories } from './testHistories';

testHistories(KINDS.filter(({ title }) => isOfRecord(title)));
