"""A file that is written in full or stays as it was."""
import os


def write_whole(path, text):
    target = os.path.realpath(path)  # where a link leads
    beside = f"{target}.{os.getpid()}.part"
    try:
        with open(beside, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(beside, target)
    except BaseException:
        if os.path.exists(beside):
            os.remove(beside)
        raise
