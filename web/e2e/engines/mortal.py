#!/usr/bin/python3
"""WebKit with a page whose process can be killed while the browser lives, which no WebDriver survives.

Reads lines with "load ADDRESS", "run FUNCTION BODY" or "kill" as JSON, and answers each with a line of JSON.
"""
import json
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402


def answer(value):
    print(json.dumps(value), flush=True)


def loaded(view, event):
    if event == WebKit2.LoadEvent.FINISHED:
        answer("loaded")


def ran(view, result):
    try:
        answer(json.loads(view.call_async_javascript_function_finish(result).to_string()))
    except GLib.Error as error:
        answer({"error": error.message})


def read(_channel, _condition):
    match json.loads(sys.stdin.readline() or '["end"]'):
        case "load", address:
            view.load_uri(address)
        case "run", body:
            view.call_async_javascript_function(body, -1, None, None, None, None, ran)
        case ["kill"]:
            view.terminate_web_process()
        case _:
            Gtk.main_quit()
    return True


view = WebKit2.WebView(web_context=WebKit2.WebContext.new_ephemeral())
view.connect("load-changed", loaded)
view.connect("web-process-terminated", lambda _view, _reason: answer("killed"))
window = Gtk.Window(default_width=1440, default_height=900)
window.add(view)
window.show_all()
GLib.io_add_watch(sys.stdin.fileno(), GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, read)
Gtk.main()
