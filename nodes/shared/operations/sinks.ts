import { TALK_TIME } from '../fields/files';
import { fileFormat } from '../outputs/rowFiles';
import type { InputItem } from './endpoint';
import { FileSink } from './fileSink';
import { ItemSink, TalkTimeSink, type Completion, type RowSink } from './rowSink';
import { TextSink, wantsText } from './textSink';

/** True if the rows go into files. */
export function writesFile(item: InputItem): boolean {
	return formatOf(item) !== undefined;
}

/** The sink that the user has chosen under Output As. */
export function sinkOf(item: InputItem, completion?: Completion): RowSink {
	if (wantsText(item)) return new TextSink(item, completion);
	if (item.settings.outputAs === TALK_TIME) return new TalkTimeSink(item, completion);
	const format = formatOf(item);
	return format ? new FileSink(item, completion, format) : new ItemSink(item, completion);
}

function formatOf({ settings, run }: InputItem) {
	return fileFormat(settings, run.functions.getTimezone());
}
